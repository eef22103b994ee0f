/** Of 95 in 100 such samples the interval holds the true share, also when there are few or nearly all are alike. */
export function wilson(hits: number, n: number): { readonly low: number; readonly high: number } {
  const z = 1.959964
  const share = hits / n
  const middle = share + (z * z) / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}
