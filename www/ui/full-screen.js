/** An element that fills the screen, as far as the browser allows it. */

export class FullScreen {
  #element;
  /** Whether it was on when the screen changed last. */
  #wasOn = false;
  /** Whether the user ends it with its button. */
  #isToggled = false;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  get isOn() {
    return document.fullscreenElement === this.#element;
  }

  /** The browser may forbid it, after a link for one; the window is filled in any case. */
  enter() {
    this.#element.requestFullscreen?.()?.catch(() => {});
  }

  leave() {
    if (this.isOn) document.exitFullscreen();
  }

  toggle() {
    this.#isToggled = !!document.fullscreenElement;
    if (document.fullscreenElement) document.exitFullscreen();
    else this.enter();
  }

  /** Follows a change of the screen. Whether full screen was ended other than by the button, as by Escape. */
  follow() {
    const isEnded = this.#wasOn && !this.isOn && !this.#isToggled;
    this.#wasOn = this.isOn;
    this.#isToggled = false;
    return isEnded;
  }
}
