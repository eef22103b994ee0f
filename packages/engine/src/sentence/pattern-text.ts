const escaped = /\\([^A-Za-z0-9])/g
const isPlain = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+$/

const verbs = {
  contain: { positive: 'contains', negative: 'does not contain', bare: 'contain' },
  begin: { positive: 'begins with', negative: 'does not begin with', bare: 'begin with' },
  end: { positive: 'ends with', negative: 'does not end with', bare: 'end with' },
  match: {
    positive: 'matches the pattern',
    negative: 'does not match the pattern',
    bare: 'match the pattern',
  },
} as const

/** `contains “insufficient”`: the usual patterns are a plain text with anything around it and need no pattern to be said. */
export function patternText(pattern: string, form: 'positive' | 'negative' | 'bare'): string {
  const [, before = '', middle = '', after = ''] = /^(\.\*)?(.*?)(\.\*)?$/s.exec(pattern) ?? []
  if (!isPlain.test(middle) || (!before && !after)) return `${verbs.match[form]} ${pattern}`
  const verb = before && after ? verbs.contain : after ? verbs.begin : verbs.end
  return `${verb[form]} “${middle.replace(escaped, '$1')}”`
}
