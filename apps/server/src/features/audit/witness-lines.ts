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

/** What was received elsewhere: lines of mails, bodies of webhooks one per line, or one file of anchors. */
export function witnessesIn(text: string, key: Buffer): ReadWitnesses {
  const whole = parsed(text)
  const values = whole === null ? text.split('\n').map((line) => parsed(line.trim())) : [whole]
  const found = values.flatMap((value) => [...candidates(value)])
  const witnesses = found.filter((value) => isGenuine(value, key))
  return { witnesses, forged: found.length - witnesses.length }
}
