/**
 * When this browser last spoke with the server for the person, shared by all tabs: working in one of them keeps the
 * session of the others alive too.
 */
const key = 'bo:last-activity'
let ownMs = 0

export const activity = {
  note(nowMs: number, storage: Storage = localStorage): void {
    ownMs = nowMs
    try {
      storage.setItem(key, String(nowMs))
    } catch {
      // Without storage each tab knows only about itself.
    }
  },
  lastMs(storage: Storage = localStorage): number {
    try {
      return Math.max(ownMs, Number(storage.getItem(key)) || 0)
    } catch {
      return ownMs
    }
  },
}
