/** The frame of a viewer: header, first screen, columns and dialogs, with every element in its place. */

import { markup } from '../platform/trusted.js';
import { keepPanelWidth, keptPanelWidth } from '../session/panel-width.js';
import { SAMPLES } from '../state/index.js';
import { text } from '../text/index.js';
import { keepArrivalOrder } from './arrival-order.js';
import { foldMessages } from './message-strip.js';
import { ModeSwitch } from './mode-switch.js';

/** @import { Mode } from '../state/index.js' */

const words = text.frame;
const CONTENT = markup`
  <header class="masthead">
    <h1 class="wordmark">idx<b>lens</b></h1>
    <dataset-tabs hidden></dataset-tabs>
    <read-progress hidden></read-progress>
    <names-question hidden></names-question>
    <selection-bar hidden></selection-bar>
    <button type="button" class="compare" aria-pressed="false" title="${words.compareHint}" hidden>${words.compare}</button>
    <button type="button" class="present" aria-label="${words.present}" title="${words.presentHint}" aria-haspopup="dialog" hidden>${words.present}</button>
    <button type="button" class="help" aria-label="${words.shortcuts}" title="${words.shortcutsHint}" aria-haspopup="dialog">?</button>
    <div class="toolbar">
      <div class="modes" role="group" aria-label="${words.modes}" hidden>
        <button type="button" value="" title="${words.gridHint}">${words.grid}</button>
        <button type="button" value="map" title="${words.mapHint}">${words.map}</button>
        <button type="button" value="suspects" title="${words.checkHint}">${words.check}</button>
        <button type="button" value="predictions" title="${words.predictionsHint}">${words.predictions}</button>
      </div>
      <summary-line role="status"></summary-line>
      <filter-chip hidden></filter-chip>
      <style-controls></style-controls>
    </div>
  </header>
  <main>
    <section class="intro" aria-label="${words.headline}">
      <h2>${words.headline}</h2>
      <p class="lead">${words.lead}</p>
      <p class="link" hidden></p>
      <recent-files hidden></recent-files>
      <drop-zone></drop-zone>
      <p class="fact"><b>${words.private}</b> ${words.privateMeans}</p>
      <h3>${words.sample}</h3>
      <ul class="samples"></ul>
      <h3>${words.sets}</h3>
      <dl class="sets"></dl>
    </section>
    <section class="side" aria-label="${words.side}" hidden>
      <check-findings hidden></check-findings>
      <class-histogram hidden></class-histogram>
      <review-summary hidden></review-summary>
      <details class="settings" open>
        <summary>${words.settings}</summary>
        <div class="drawer">
          <item-finder></item-finder>
          <axis-controls hidden></axis-controls>
          <label-controls hidden></label-controls>
          <file-pairing></file-pairing>
        </div>
      </details>
    </section>
    <section class="centre" aria-label="${words.items}" hidden>
      <div class="notes"></div>
      <page-grid></page-grid>
      <page-nav></page-nav>
      <check-view hidden></check-view>
      <map-view hidden></map-view>
      <prediction-view hidden></prediction-view>
    </section>
    <compare-pane class="centre" role="region" aria-label="${words.second}" hidden></compare-pane>
    <div class="right">
      <panel-edge></panel-edge>
      <p class="hint note">${words.itemHint}</p>
      <item-panel role="region" aria-label="${words.item}" hidden></item-panel>
      <div class="messages">
        <h2>${words.messages}</h2>
        <file-notes hidden></file-notes>
        <prediction-notes hidden></prediction-notes>
        <cleared-note aria-live="polite" hidden></cleared-note>
        <alert-list></alert-list>
        <button type="button" class="unfold" aria-label="${words.allMessages}" aria-expanded="false"><span>▾</span></button>
      </div>
    </div>
  </main>
  <bytes-view></bytes-view>
  <raw-bytes></raw-bytes>
  <export-view></export-view>
  <presentation-view></presentation-view>
  <sketch-view></sketch-view>
  <shortcut-help></shortcut-help>
  <p class="missing" hidden>${words.missing} <button type="button">${words.tryAgain}</button></p>`;

export class Frame {
  #root;
  #isNarrow = false;
  #nodes;

  /**
   * Puts the frame into an element, in place of what is there.
   * @param {HTMLElement} root
   * @param {EventTarget} drops  takes drops and pastes of files
   */
  constructor(root, drops) {
    const template = document.createElement('template');
    template.innerHTML = CONTENT;
    const content = document.importNode(template.content, true);
    this.#root = root;
    this.#nodes = [...content.children];
    /** @type {import('./drop-zone.js').DropZone} */ (content.querySelector('drop-zone')).target = drops;
    root.classList.add('idxlens');
    this.#setPanelWidth(keptPanelWidth());
    root.lang = text.lang;
    root.replaceChildren(content);
    this.modes = new ModeSwitch(this.find('.modes'));
    this.masthead = this.find('.masthead');
    this.intro = this.find('.intro');
    this.toolbar = this.find('.toolbar');
    this.style = this.find('style-controls');
    this.names = this.find('names-question');
    this.side = this.find('.side');
    this.centre = this.find('.centre');
    this.notes = this.find('.notes');
    this.messages = this.find('.messages');
    keepArrivalOrder(this.messages);
    foldMessages(this.messages);
    this.link = this.find('.link');
    this.samples = this.find('.samples');
    this.compare = this.find('.compare');
    this.present = this.find('.present');
    this.help = this.find('.help');
    this.missing = this.find('.missing');
    this.settings = /** @type {HTMLDetailsElement} */ (this.find('.settings'));
    this.dropZone = /** @type {import('./drop-zone.js').DropZone} */ (this.find('drop-zone'));
    this.summary = /** @type {import('./summary-line.js').SummaryLine} */ (this.find('summary-line'));
    this.samples.append(...SAMPLES.map(sampleCard));
    this.find('.sets').append(...words.known.map(knownSet));
  }

  /**
   * The first part of the frame that matches a selector.
   * @template {HTMLElement} [T=HTMLElement]
   * @param {string} selector
   */
  find(selector) {
    return /** @type {T} */ (this.#root.querySelector(selector));
  }

  /**
   * Shows the columns, or the first screen. The one file input is the large target there, and a button in the header later.
   * @param {boolean} loaded  whether a dataset is open
   */
  show(loaded) {
    this.#root.classList.toggle('loaded', loaded);
    this.intro.hidden = loaded;
    this.side.hidden = this.centre.hidden = !loaded;
    if (loaded === this.masthead.contains(this.dropZone)) return;
    if (loaded) this.masthead.insertBefore(this.dropZone, this.help);
    else this.find('.intro > .fact').before(this.dropZone);
  }

  /**
   * Puts the view controls into the toolbar, and the question about class names beside the tabs. Where there is no room
   * for that, the controls go into the drawer, and the question to the messages.
   * @param {boolean} narrow
   */
  fold(narrow) {
    this.#isNarrow = narrow;
    this.settings.open = !narrow;
    if (narrow) {
      this.find('label-controls').before(this.style);
      this.messages.querySelector('.unfold')?.before(this.names);
    } else {
      this.toolbar.append(this.style);
      this.find('read-progress').after(this.names);
    }
  }

  /**
   * Shows the grid, or another view of the dataset in its place. Returns which, as a mode; '' for the grid.
   * @param {Mode} mode
   * @param {boolean} hasImages  whether there are images to compare
   * @param {boolean} hasPredictions
   */
  setMode(mode, hasImages, hasPredictions) {
    const shown = this.modes.render(mode, hasImages, hasPredictions);
    this.#root.classList.toggle('checking', shown === 'suspects');
    this.#root.classList.toggle('mapping', shown === 'map');
    this.#root.classList.toggle('predicting', shown === 'predictions');
    return shown;
  }

  /** Closes the drawer, which covers the items. */
  closeDrawer() {
    if (this.#isNarrow) this.settings.open = false;
  }

  /**
   * Shows one pane, or two side by side. Each of two has its own summary and notes.
   * @param {number} panes  how many
   * @param {number} active  index of the active one
   */
  split(panes, active) {
    const two = panes > 1;
    this.#root.classList.toggle('compared', two);
    this.centre.classList.toggle('active', two && active === 0);
    this.find('compare-pane').classList.toggle('active', two && active === 1);
    if (two === this.notes.contains(this.summary)) return;
    const fileNotes = this.find('file-notes');
    if (two) this.notes.append(this.summary, fileNotes);
    else {
      this.find('.modes').after(this.summary);
      this.find('.messages > h2').after(fileNotes);
    }
  }

  /**
   * Makes the panel as wide as the user likes, within the bounds of the stylesheet.
   * @param {number} width  in CSS pixels
   */
  widenPanel(width) {
    keepPanelWidth(width);
    this.#setPanelWidth(width);
  }

  /** @param {number} width  0 for the usual one */
  #setPanelWidth(width) {
    if (width > 0) this.#root.style.setProperty('--panel', `${width}px`);
  }

  /** Removes everything again. */
  remove() {
    for (const node of this.#nodes) node.remove();
    this.dropZone.remove();
    this.#root.classList.remove('idxlens', 'loaded', 'checking', 'mapping', 'predicting', 'compared');
  }
}

/** @param {string} markup  of one element */
function elementOf(markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return /** @type {Element} */ (document.importNode(template.content, true).firstElementChild);
}

/** The sample whose picture is as wide as two others. */
const WIDE = 'handwritten';

/** @param {string} name  of a sample */
function sampleCard(name) {
  const [title, detail] = words.samples[name];
  const picture = new URL(`../samples/${name}.png`, import.meta.url).href;
  const card = elementOf(markup`
    <li class="${name}"><button type="button" class="sample" value="${name}">
      <img src="${picture}" alt="" width="${name === WIDE ? 448 : 224}" height="112" loading="lazy" decoding="async">
      <b><span>${words.sample}: </span>${title}</b>
      <small>${detail}</small>
    </button></li>`);
  card.querySelector('img')?.addEventListener('error', ({ target }) => /** @type {Element} */ (target).remove());
  return card;
}

/** @param {string[]} set  its name, its publisher's page, what it holds, and its publisher */
function knownSet([name, address, holds, publisher]) {
  return elementOf(markup`
    <div>
      <dt><a href="https://${address}" target="_blank" rel="noreferrer">${name}</a></dt>
      <dd>${holds}</dd>
      <dd>${publisher}</dd>
    </div>`);
}
