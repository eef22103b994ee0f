let ahead = 0

/** The server's clock as seen from here. People's machines are often minutes off; deadlines must not be. */
export const serverClock = {
  set(serverTime: string, nowMs: number): void {
    const serverMs = Date.parse(serverTime)
    if (!Number.isNaN(serverMs)) ahead = serverMs - nowMs
  },
  /** Milliseconds the server is ahead of this machine. */
  aheadMs: (): number => ahead,
}
