/** Edits that turn one text into the other; small texts only. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const swap = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}

const longestCompared = 80

function unlikeness(path: string, candidate: string): number {
  const whole = distance(path, candidate) / Math.max(path.length, candidate.length, 1)
  const last = (text: string) => text.slice(text.lastIndexOf('/') + 1)
  const end = distance(last(path), last(candidate)) / Math.max(last(path).length, last(candidate).length, 1)
  // The last part says what the page is about; people get the folder wrong more often than the thing.
  return Math.min(whole, end + 0.05)
}

/** The pages somebody may have meant, best first; none when nothing is close. */
export function nearestRoutes<T extends { readonly path: string }>(
  path: string,
  routes: readonly T[],
  most = 3,
): T[] {
  const typed = path.toLowerCase().slice(0, longestCompared).replace(/\/+$/, '')
  return routes
    .map((route) => ({ route, score: unlikeness(typed, route.path) }))
    .filter(({ score }) => score < 0.6)
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ route }) => route)
}
