/** Without a key or a click for this long, what the page asks the server for is the page's own doing. */
const absentAfterMs = 30_000
const signs = ['keydown', 'pointerdown'] as const

let lastSignMs = 0

/** Whether somebody sits in front of the page. Opening it counts as being there. */
export const presence = {
  watch(target: EventTarget, now: () => number): void {
    const note = () => {
      lastSignMs = now()
    }
    note()
    for (const sign of signs) target.addEventListener(sign, note, { capture: true, passive: true })
  },
  isAbsent: (nowMs: number): boolean => nowMs - lastSignMs > absentAfterMs,
}
