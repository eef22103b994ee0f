const timeoutMs = 20_000
const pauseMs = 25

/**
 * Reads again and again until the value is as expected. Waits for the thing itself and not for a time in which it
 * usually happens, so a busy machine changes how long a test takes and not how it ends.
 */
export async function eventually<T>(
  read: () => Promise<T> | T,
  good: (value: T) => boolean,
  waitedFor = 'What was waited for did not happen',
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (good(value)) return value
    if (Date.now() > end) throw new Error(`${waitedFor}: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
