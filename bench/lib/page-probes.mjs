// Both functions run inside the page: they may use nothing but their argument.

/**
 * From the moment the rows arrived until they were on the screen, in milliseconds, as `window.rowsPainted`.
 * @param {{ rowSelector: string, dataPath: string }} subject
 */
export function watchPaint({ rowSelector, dataPath }) {
  window.rowsPainted = new Promise((done) => {
    const look = () => {
      if (!document.querySelector(rowSelector)) return requestAnimationFrame(look)
      // The frame in which the rows are found is not drawn yet; the next one begins when it is.
      requestAnimationFrame(() => {
        const paintedAt = performance.now()
        const answers = performance.getEntriesByType('resource')
        done(paintedAt - answers.find(({ name }) => name.includes(dataPath)).responseEnd)
      })
    }
    requestAnimationFrame(look)
  })
}

/**
 * Scrolls down through the rows, and up again from the end, by the same step in every frame, and notes how long each
 * frame took. A step per frame rather than per second: a slow side must not be asked for ever larger leaps.
 * @param {{ rowSelector: string, pixelsPerFrame: number, durationMs: number }} options
 * @returns {Promise<{ frameTimes: number[], nodes: number }>}
 */
export function scrollRows({ rowSelector, pixelsPerFrame, durationMs }) {
  let scroller = document.querySelector(rowSelector).closest('table').parentElement
  while (scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
  const range = scroller.scrollHeight - scroller.clientHeight
  const everything = document.getElementsByTagName('*')
  const frameTimes = []
  let nodes = 0
  let way = 0

  return new Promise((done) => {
    let started
    let previous
    const step = (now) => {
      started ??= now
      if (previous !== undefined) frameTimes.push(now - previous)
      previous = now
      nodes = Math.max(nodes, everything.length)
      if (now - started >= durationMs) return done({ frameTimes, nodes })
      way = (way + pixelsPerFrame) % (2 * range)
      scroller.scrollTop = Math.min(way, 2 * range - way)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
