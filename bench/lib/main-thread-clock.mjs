/** Processor time the page's main thread has used so far, which other programs lengthen less than a wall clock. */
export async function mainThreadClock(context, page) {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
}
