/** Comments, character data, processing instructions and tags, in the order they come. */
const pieces =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const deepest = 40

/**
 * Why a text is not one whole XML document; null when it is. The parser reads what was cut off or wrongly nested as if it
 * were meant so, which a bank statement must not be.
 */
export function shapeProblem(xml: string): string | null {
  const open: string[] = []
  let at = 0
  let isBegun = false
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    const between = xml.slice(at, next < 0 ? xml.length : next)
    if (open.length === 0 && between.trim() !== '') return 'has text outside of its document'
    if (next < 0) break
    pieces.lastIndex = next
    const found = pieces.exec(xml)
    if (!found) return `has a broken tag at character ${next + 1}`
    at = pieces.lastIndex
    const [, closes, name, , isEmpty] = found
    if (name === undefined) continue
    if (closes) {
      if (open.pop() !== name) return `closes ${name}, which is not open`
    } else {
      if (open.length === 0 && isBegun) return 'has more than one document'
      isBegun = true
      if (!isEmpty) open.push(name)
      if (open.length > deepest) return 'is nested too deeply'
    }
  }
  const last = open.at(-1)
  return last === undefined ? null : `ends before ${last} is closed`
}
