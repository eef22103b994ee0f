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
 * A frame is whole when every row in sight is in the document as it is drawn; rows without a number are all there.
 * @returns {Promise<{ frameTimes: number[], nodes: number, whole: number }>}
 */
export function scrollRows({ rowSelector, pixelsPerFrame, durationMs }) {
  let scroller = document.querySelector(rowSelector).closest('table').parentElement
  while (scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
  const range = scroller.scrollHeight - scroller.clientHeight
  const everything = document.getElementsByTagName('*')
  const aRow = document.querySelector(rowSelector)
  const rowPx = aRow.getBoundingClientRect().height
  const heightPx = scroller.clientHeight
  const frameTimes = []
  let nodes = 0
  let whole = 0
  let way = 0

  const isDrawn = (index) => document.querySelector(`tr[data-index="${index}"]`) !== null
  const isWhole = (top) => {
    if (aRow.dataset.index === undefined) return true
    // The last row in sight may be cut, and the header covers as much as the first.
    return isDrawn(Math.ceil(top / rowPx)) && isDrawn(Math.floor((top + heightPx) / rowPx) - 2)
  }

  return new Promise((done) => {
    let started
    let previous
    const step = (now) => {
      started ??= now
      if (previous !== undefined) frameTimes.push(now - previous)
      previous = now
      nodes = Math.max(nodes, everything.length)
      if (now - started >= durationMs) return done({ frameTimes, nodes, whole })
      way = (way + pixelsPerFrame) % (2 * range)
      const top = Math.min(way, 2 * range - way)
      scroller.scrollTop = top
      // The page hears of the new place only after this frame is drawn.
      if (isWhole(top)) whole++
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
