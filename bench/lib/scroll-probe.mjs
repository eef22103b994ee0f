/**
 * Runs inside the page: it may use nothing but its argument. Scrolls down and, from the end, up again, by the same step
 * in every frame, and notes how long each frame took. A frame is blank where, at one of a few heights, no row with
 * something in it is drawn.
 * @param {{ rowSelector: string, pixelsPerFrame: number, durationMs: number }} options
 * @returns {Promise<{ frameTimes: number[], blank: number, nodes: number, rangePx: number }>}
 */
export function scrollAndLook({ rowSelector, pixelsPerFrame, durationMs }) {
  let scroller = document.querySelector(rowSelector).parentElement
  const scrolls = ({ overflowY }) => overflowY === 'auto' || overflowY === 'scroll'
  while (!scrolls(getComputedStyle(scroller))) scroller = scroller.parentElement
  const rangePx = scroller.scrollHeight - scroller.clientHeight
  const { left, top, bottom } = scroller.getBoundingClientRect()
  const headerPx = 70
  const looks = 6
  const heights = Array.from(
    { length: looks },
    (_, index) => top + headerPx + ((bottom - top - headerPx - 20) * index) / (looks - 1),
  )
  const isBlank = () =>
    heights.some((y) => {
      const row = document.elementFromPoint(left + 160, y)?.closest(rowSelector)
      return !row?.textContent
    })
  const everything = document.getElementsByTagName('*')
  const frameTimes = []
  let [blank, nodes, way] = [0, 0, 0]

  return new Promise((done) => {
    let started
    let previous
    const step = (now) => {
      started ??= now
      if (previous !== undefined) {
        frameTimes.push(now - previous)
        // The page has heard of the last step by now, so what is here is what this frame shows.
        if (isBlank()) blank++
      }
      previous = now
      nodes = Math.max(nodes, everything.length)
      if (now - started >= durationMs) return done({ frameTimes, blank, nodes, rangePx })
      way = (way + pixelsPerFrame) % (2 * rangePx)
      scroller.scrollTop = Math.min(way, 2 * rangePx - way)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
