/**
 * How well a query matches a text: higher is better, 0 is no match. All letters must appear in order; matches at word
 * starts and in unbroken runs count more, so `bu` finds "Backoffice users" before "Lobby queue". The initials of a text are
 * nearly as good as a word that begins so.
 */
export function fuzzyScore(query: string, text: string): number {
  const wanted = query.toLowerCase().replace(/\s+/g, '')
  const within = text.toLowerCase()
  if (wanted === '') return 1
  const whole = within.indexOf(query.trim().toLowerCase())
  if (whole >= 0) return 1000 - whole - within.length / 100 + (isWordStart(within, whole) ? 500 : 0)
  if (wanted.length > 1 && initialsOf(within) === wanted) return 1400 - within.length / 100
  let score = 0
  let from = 0
  let run = 0
  for (const letter of wanted) {
    const atWord = wordStartFrom(within, letter, from)
    const next = atWord >= 0 ? atWord : within.indexOf(letter, from)
    if (next < 0) return 0
    run = next === from && from > 0 ? run + 1 : 0
    score += 10 + (isWordStart(within, next) ? 20 : 0) + run * 10 - Math.min(next - from, 8)
    from = next + 1
  }
  return Math.max(1, score - within.length / 100)
}

const initialsOf = (text: string): string =>
  text
    .split(/[^a-z0-9]+/)
    .map((word) => word.charAt(0))
    .join('')

const isWordStart = (text: string, at: number): boolean => at === 0 || /[^a-z0-9]/.test(text[at - 1] ?? '')

/** The next start of a word with this letter, unless the letter comes right here, which is even better. */
function wordStartFrom(text: string, letter: string, from: number): number {
  if (text[from] === letter) return from
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at
  }
  return -1
}
