import { XMLParser } from 'fast-xml-parser'

/** An element as it stands in the document, with what rules ask of it. */
export class Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
  #everything: readonly Element[] | undefined

  constructor(name: string, attributes: Readonly<Record<string, string>>, members: readonly Parsed[]) {
    this.name = name
    this.attributes = attributes
    this.children = members.flatMap((member) => (isText(member) ? [] : [elementOf(member)]))
    this.text = members.map((member) => (isText(member) ? String(member['#text']) : '')).join('')
  }

  /** Everything at the end of a path of names. */
  all(path: string): readonly Element[] {
    return path
      .split('/')
      .reduce<readonly Element[]>(
        (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
        [this],
      )
  }

  has(path: string): boolean {
    return this.all(path).length > 0
  }

  /** The text of the first at the end of a path; empty when there is none. */
  textOf(path: string): string {
    return this.all(path)[0]?.text.trim() ?? ''
  }

  /** This one and everything within it. */
  everything(): readonly Element[] {
    return (this.#everything ??= [this, ...this.children.flatMap((child) => child.everything())])
  }

  /** Everything of one name within it. */
  deep(...names: readonly string[]): readonly Element[] {
    return this.everything().filter(({ name }) => names.includes(name))
  }
}

type Parsed = Readonly<Record<string, unknown>>
const attributesKey = ':@'

const isText = (member: Parsed): boolean => '#text' in member

function elementOf(member: Parsed): Element {
  const [name = ''] = Object.keys(member).filter((key) => key !== attributesKey)
  return new Element(name, (member[attributesKey] ?? {}) as Record<string, string>, member[name] as Parsed[])
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
})

// oxlint-disable-next-line no-control-regex -- characters that no XML document may hold
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/

/** The parser forgives much: this does not. */
function requireWellFormed(xml: string): void {
  if (forbidden.test(xml) || strayAmpersand.test(xml))
    throw new Error('No XML: a character that may not be there')
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml[^<>]*\?>/, '')
    .replaceAll(/<(\/?)([\w:]+)([^<>]*?)(\/?)>/g, (_tag, ...parts: string[]) => {
      const [isEnd, name = '', , isEmpty] = parts
      if (isEnd && open.pop() !== name) throw new Error(`No XML: </${name}> ends nothing`)
      if (!isEnd && !isEmpty) open.push(name)
      return ''
    })
  if (open.length > 0 || /[<>]/.test(rest)) throw new Error('No XML: a tag is not right')
}

export function parseXml(xml: string): Element {
  requireWellFormed(xml)
  const roots = (parser.parse(xml) as Parsed[]).filter((member) => !isText(member))
  if (roots.length !== 1) throw new Error('There must be one root')
  return elementOf(roots[0] as Parsed)
}
