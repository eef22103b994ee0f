import { isGenuine, type Witness } from './witness-files.ts'

/** Null for what is no JSON, such as the words around the lines of a mail. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Witnesses stand alone, in lists, or in letters. */
function* candidates(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* candidates(item)
  else if (typeof value === 'object' && value !== null)
    if ('witnesses' in value) yield* candidates(value.witnesses)
    else if ('chainId' in value) yield value
}

export interface ReadWitnesses {
  readonly witnesses: readonly Witness[]
  /** Lines that look like witnesses and were not sealed with the key. */
  readonly forged: number
}

/** Long lines travel in mails broken by `=`, and some characters as `=` and two digits. */
const unquoted = (text: string): string =>
  text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

const valuesOf = (text: string): unknown[] => text.split('\n').map((line) => parsed(line.trim()))

/**
 * What was received elsewhere: lines of mails as they lie in a mailbox, bodies of webhooks one per line, or one file of
 * anchors. A file may mix them, so its lines are read both as they stand and as lines of a mail.
 */
export function witnessesIn(text: string, key: Buffer): ReadWitnesses {
  const whole = parsed(text)
  const values = whole === null ? [...valuesOf(text), ...valuesOf(unquoted(text))] : [whole]
  const read = values.flatMap((value) => [...candidates(value)])
  const found = [...new Map(read.map((value) => [JSON.stringify(value), value])).values()]
  const witnesses = found.filter((value) => isGenuine(value, key))
  return { witnesses, forged: found.length - witnesses.length }
}
