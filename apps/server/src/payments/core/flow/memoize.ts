/** Memoizes an asynchronous read by its key. */
export function memoize<K, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, Promise<V>>()
  return (key) => {
    let value = known.get(key)
    if (!value) known.set(key, (value = read(key)))
    return value
  }
}
