import sanitizeHtml from 'sanitize-html'

interface Part {
  tag: string
  attribute: string | null
  value: string
}

/** Every tag and attribute of a text, in order. Styles are left out: they are rewritten, and reported, on their own. */
function partsOf(html: string): Part[] {
  const parts: Part[] = []
  sanitizeHtml(html, {
    allowedTags: [],
    allowedAttributes: {},
    onOpenTag(tag, attributes) {
      if (tag === 'style') return
      parts.push({ tag, attribute: null, value: '' })
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute !== 'style') parts.push({ tag, attribute, value })
      }
    },
  })
  return parts
}

const keyOf = ({ tag, attribute, value }: Part) => JSON.stringify([tag, attribute, value])
const excerpt = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const describe = ({ tag, attribute, value }: Part): string =>
  attribute === null ? `<${excerpt(tag)}>` : `<${excerpt(tag)} ${excerpt(attribute)}="${excerpt(value)}">`

/** What of `before` is not in `after`, in words for the author. The attributes of a tag that is gone go without saying. */
export function missingParts(before: string, after: string): string[] {
  const left = new Map<string, number>()
  for (const part of partsOf(after)) left.set(keyOf(part), (left.get(keyOf(part)) ?? 0) + 1)
  const missing = new Set<string>()
  let tagIsGone = false
  for (const part of partsOf(before)) {
    if (part.attribute !== null && tagIsGone) continue
    const count = left.get(keyOf(part)) ?? 0
    left.set(keyOf(part), count - 1)
    if (part.attribute === null) tagIsGone = count <= 0
    if (count <= 0) missing.add(describe(part))
  }
  return [...missing]
}
