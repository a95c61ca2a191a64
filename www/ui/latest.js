/**
 * Asks for what an element shows. It asks again only if the element shows something else, or if the last answer was
 * partial and more has been read since. It drops answers that come too late.
 */
export class Latest {
  /** The key of the last request. */
  #subject = '';
  #key = '';
  /** @type {number | undefined} */
  #version;
  /**
   * Whether the last answer lacked something. The element sets this when it has an answer; `Latest` sets it when there is
   * none.
   */
  partial = false;

  /**
   * Resolves to the answer; to null if there is nothing new to show: the answer is already there or on its way, or the
   * element asked about something else meanwhile.
   * @template T
   * @param {object} question
   * @param {string} question.key  all that the answer depends on
   * @param {string} [question.subject]  an answer comes too late when the subject has changed; the key, if there is none
   * @param {number} [question.version]  grows when a partial answer may become complete
   * @param {() => Promise<T | null>} load
   * @returns {Promise<T | null>}
   */
  async ask({ key, subject = key, version }, load) {
    if (key === this.#key && !(this.partial && version !== this.#version)) return null;
    this.#subject = subject;
    this.#key = key;
    this.#version = version;
    this.partial = false;
    try {
      const answer = await load();
      if (subject !== this.#subject) return null;
      this.partial = answer === null;
      return answer;
    } catch (error) {
      if (subject !== this.#subject) return null;
      this.partial = true;
      throw error;
    }
  }

  /** Forgets the question: the next one is asked in any case, and no earlier answer is shown. */
  clear() {
    this.#subject = '';
    this.#key = '';
  }
}
