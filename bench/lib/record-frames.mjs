/**
 * Runs inside the page: it may use nothing but its argument. Notes how long each frame took.
 * @param {number} durationMs
 * @returns {Promise<number[]>}
 */
export function recordFrames(durationMs) {
  const frameTimes = []
  return new Promise((done) => {
    let started
    let previous
    const step = (now) => {
      started ??= now
      if (previous !== undefined) frameTimes.push(now - previous)
      previous = now
      if (now - started >= durationMs) done(frameTimes)
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
