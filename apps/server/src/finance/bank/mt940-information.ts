/** What :86: says about an entry. Every bank writes it its own way; the three usual ones are read, others stay a text. */
interface Information {
  readonly reference: string | null
  readonly counterparty: string | null
  readonly text: string
}

const none = new Set(['', 'NONREF', 'NOTPROVIDED'])
const known = (text: string | undefined): string | null => {
  const plain = text?.trim() ?? ''
  return none.has(plain.toUpperCase()) ? null : plain
}

/** `?20` to `?29` and `?60` to `?63` go on with each other: a word may be cut anywhere. */
const isText = (code: string): boolean => /^(?:2\d|6[0-3])$/.test(code)

/** German banks: `166?00SEPA?20SVWZ+…?32NAME`. */
function withQuestionMarks(value: string): Information {
  const parts = value
    .replaceAll('\n', '')
    .split('?')
    .slice(1)
    .map((part) => [part.slice(0, 2), part.slice(2)] as const)
  const joined = (wanted: (code: string) => boolean) =>
    parts
      .filter(([code]) => wanted(code))
      .map(([, text]) => text)
      .join('')
  const text = joined(isText)
  const reference = /EREF\+(.*?)(?=(?:KREF|MREF|CRED|SVWZ|ABWA)\+|$)/.exec(text)?.[1]
  return {
    reference: known(reference),
    counterparty: known(joined((code) => code === '32' || code === '33')),
    text,
  }
}

/** Dutch banks: `/TRTP/SEPA/NAME/…/REMI/…/EREF/…`. */
function withSlashes(value: string): Information {
  const text = value.replaceAll('\n', '')
  const part = (name: string) => new RegExp(`/${name}/(.*?)(?=/[A-Z]{4}/|$)`).exec(text)?.[1]
  return { reference: known(part('EREF')), counterparty: known(part('NAME')), text }
}

export function informationOf(value: string): Information {
  if (/^\d{3}\?/.test(value)) return withQuestionMarks(value)
  if (/^\/[A-Z]{4}\//.test(value)) return withSlashes(value)
  return { reference: null, counterparty: null, text: value }
}
