interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly type: string
  readonly help: string
  readonly samples: Sample[]
}

const partOfFamily = /_(bucket|sum|count)$/
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y

function labelsIn(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  labelPair.lastIndex = 0
  while (labelPair.lastIndex < text.length) {
    const [, name, value] = labelPair.exec(text) ?? []
    if (name === undefined || value === undefined) throw new Error(`Not labels: ${text}`)
    labels[name] = value
  }
  return labels
}

/**
 * Reads Prometheus' text format as strictly as its documentation describes it, and not with the package that wrote it: a
 * sample belongs to a family that was introduced with HELP and TYPE before it.
 */
export function parseMetrics(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line must end')
  const families = new Map<string, Family>()
  const helps = new Map<string, string>()
  const seen = new Set<string>()
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, help, helpText = ''] = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    const [, typed, type = ''] =
      /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (help !== undefined) helps.set(help, helpText)
    else if (typed !== undefined) {
      if (families.has(typed)) throw new Error(`${typed} is declared twice`)
      families.set(typed, { type, help: helps.get(typed) ?? '', samples: [] })
    } else {
      const [, name = '', labels = '', value = ''] =
        /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+.\w]+)$/.exec(line) ?? []
      const family = families.get(name) ?? families.get(name.replace(partOfFamily, ''))
      const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
      if (!family || (Number.isNaN(number) && value !== 'NaN')) throw new Error(`Not a sample: ${line}`)
      if (seen.has(`${name}{${labels}}`)) throw new Error(`Told twice: ${line}`)
      seen.add(`${name}{${labels}}`)
      family.samples.push({ name, labels: labelsIn(labels), value: number })
    }
  }
  return families
}

/** What the samples of a name with these labels add up to; 0 when there is none. */
export const sumOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  [...parseMetrics(text).values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)
