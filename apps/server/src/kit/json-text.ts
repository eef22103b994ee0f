/** An answer that is JSON already, such as a large document that is passed on as it is stored. */
export class JsonText {
  readonly text: string
  /** What it is an answer about, for whoever would otherwise have to read the text again. */
  readonly about: unknown

  private constructor(text: string, about: unknown) {
    this.text = text
    this.about = about
  }

  /** Stands for the answer of the declared type: what the text says is up to whoever wrote it. */
  static of<Reply>(text: string, about?: unknown): Reply {
    return new JsonText(text, about) as Reply
  }
}
