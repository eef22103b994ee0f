/** What a pattern accepts: a text, then so many characters of any kind, then anything if it is open. */
export interface Word {
  readonly text: string
  readonly skipped: number
  readonly open: boolean
}

/** Thrown where a pattern accepts more than a handful of texts and beginnings. */
export class NotPlain extends Error {}

/** More than this are harder to read than the pattern they come from. */
const maxWords = 100

const word = (text: string): Word => ({ text, skipped: 0, open: false })
const nothing: readonly Word[] = [word('')]
const anyCharacter: readonly Word[] = [{ text: '', skipped: 1, open: false }]
const digits = [...'0123456789'].map(word)

function limited(words: readonly Word[]): readonly Word[] {
  if (words.length > maxWords) throw new NotPlain()
  return words
}

/** Behind a character of any kind nothing certain may follow. */
function joined(before: Word, after: Word): Word {
  const hasTail = before.skipped > 0 || before.open
  if (hasTail && after.text !== '') throw new NotPlain()
  return {
    text: before.text + after.text,
    skipped: before.skipped + after.skipped,
    open: before.open || after.open,
  }
}

const sequence = (before: readonly Word[], after: readonly Word[]): readonly Word[] =>
  limited(before.flatMap((left) => after.map((right) => joined(left, right))))

const maxRepeats = 20

function repeated(words: readonly Word[], least: number, most: number): readonly Word[] {
  if (most > maxRepeats || least > most) throw new NotPlain()
  let power = nothing
  const all: Word[] = []
  for (let times = 0; times <= most; times += 1) {
    if (times >= least) all.push(...power)
    if (times < most) power = sequence(power, words)
  }
  return limited(all)
}

const printable = /^[ -~]$/
const special = '\\.+*?()[]{}|^$'

/** Reads the small part of the language of patterns in which every accepted text can be named. */
class Reader {
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  readPattern(): readonly Word[] {
    const words = this.#readAlternatives()
    if (this.#at < this.#source.length) throw new NotPlain()
    return words
  }

  #next(): string | undefined {
    return this.#source[this.#at]
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #readAlternatives(): readonly Word[] {
    let words = this.#readSequence()
    while (this.#take('|')) words = limited([...words, ...this.#readSequence()])
    return words
  }

  /** The whole text has to fit anyway, so the signs for its beginning and end add nothing where it begins and ends. */
  #readSequence(): readonly Word[] {
    if (this.#depth === 0) this.#take('^')
    let words = nothing
    for (;;) {
      const next = this.#next()
      if (next === undefined || next === '|' || next === ')') return words
      if (this.#depth === 0 && /^\$(?:\||$)/.test(this.#source.slice(this.#at, this.#at + 2))) this.#at += 1
      else words = sequence(words, this.#readRepeated())
    }
  }

  #readRepeated(): readonly Word[] {
    const atom = this.#readAtom()
    const words = this.#readRepetition(atom)
    // Whether few or many are tried first changes nothing when the whole text has to fit.
    if (words !== atom) this.#take('?')
    return words
  }

  #readRepetition(atom: readonly Word[]): readonly Word[] {
    if (this.#take('?')) return repeated(atom, 0, 1)
    if (atom === anyCharacter && this.#take('*')) return [{ text: '', skipped: 0, open: true }]
    if (atom === anyCharacter && this.#take('+')) return [{ text: '', skipped: 1, open: true }]
    const [count, least, most] =
      /^\{(\d{1,3})(?:,(\d{1,3}))?\}/.exec(this.#source.slice(this.#at, this.#at + 9)) ?? []
    if (count === undefined) return atom
    this.#at += count.length
    return repeated(atom, Number(least), Number(most ?? least))
  }

  #readAtom(): readonly Word[] {
    if (this.#take('.')) return anyCharacter
    if (this.#take('[')) return this.#readClass()
    if (this.#take('\\')) return this.#readEscape()
    if (this.#take('(')) return this.#readGroup()
    const character = this.#next() ?? ''
    if (!printable.test(character) || special.includes(character)) throw new NotPlain()
    this.#at += 1
    return [word(character)]
  }

  #readGroup(): readonly Word[] {
    if (!this.#take('?:') && this.#next() === '?') throw new NotPlain()
    this.#depth += 1
    const words = this.#readAlternatives()
    this.#depth -= 1
    if (!this.#take(')')) throw new NotPlain()
    return words
  }

  #readEscape(): readonly Word[] {
    if (this.#take('d')) return digits
    const character = this.#next() ?? ''
    if (!printable.test(character) || /[\w ]/.test(character)) throw new NotPlain()
    this.#at += 1
    return [word(character)]
  }

  #readClass(): readonly Word[] {
    const end = this.#source.indexOf(']', this.#at)
    const members = this.#source.slice(this.#at, end)
    if (end < 0 || !/^[\w ]+(?:-\w[\w ]*)*$/.test(members)) throw new NotPlain()
    this.#at = end + 1
    const characters = members.replace(/(\w)-(\w)/g, (_stretch, first: string, last: string) =>
      stretch(first, last),
    )
    if (characters.includes('-')) throw new NotPlain()
    return limited([...new Set(characters)].map(word))
  }
}

function stretch(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')
}

/** All a pattern accepts, as words. Throws where that cannot be said. */
export const plainWords = (pattern: string): readonly Word[] => new Reader(pattern).readPattern()
