import { messageHtml } from '@signalbox/model/messages/resolve-message'

/** Markup that was put together here, and nowhere else. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Whatever is not markup of ours is text, messages of merchants and what people typed above all. */
function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return messageHtml(part)
  if (typeof part === 'number') return String(part)
  return part ? part.map(markupOf).join('') : ''
}

/** A piece of a page. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + markupOf(parts[at])).join(''))

/** An attribute that is there or not, as ` checked`. */
export const when = (holds: boolean, attribute: string): Html => new Html(holds ? ` ${attribute}` : '')
