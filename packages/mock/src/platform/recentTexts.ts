const initialBytes = 256 * 1024;
// Enough for a thousand responses of 4 KiB. The first use of more memory would slow down more requests.
const maxBytes = 4 * 1024 * 1024;
const maxBytesOfCharacter = 3;

interface Place {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  readonly round: number;
}

/**
 * Stores texts outside of the heap, because copying a text takes less time than collecting a string that lives for a thousand requests. The
 * newest texts overwrite the oldest ones.
 */
export class RecentTexts {
  #buffer = Buffer.alloc(0);
  #end = 0;
  #round = 0;

  add(text: string): Place {
    if (this.#end + maxBytesOfCharacter * text.length > this.#buffer.length) this.#startOver();
    const start = this.#end;
    this.#end += this.#buffer.write(text, start);
    return { buffer: this.#buffer, start, end: this.#end, round: this.#round };
  }

  /** Returns `undefined` if the text has been overwritten. */
  read({ buffer, start, end, round }: Place): string | undefined {
    const isFromLastRound = round === this.#round - 1 && start >= this.#end;
    const isComplete = buffer !== this.#buffer || round === this.#round || isFromLastRound;
    return isComplete ? buffer.toString("utf8", start, end) : undefined;
  }

  /** Continues in a larger buffer or, if it has the maximum size, at its start. Most mocks need only a small one. */
  #startOver(): void {
    const length = Math.min(Math.max(initialBytes, 2 * this.#buffer.length), maxBytes);
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length);
    this.#end = 0;
    this.#round += 1;
  }
}
