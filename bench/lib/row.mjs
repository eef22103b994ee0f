/**
 * One line of the table. The ratio is always ours over the peer's: below 1 is better for what is spent (time, bytes,
 * nodes), above 1 for what is gained (frames per second).
 * @param {string} what
 * @param {string} unit
 * @param {number} ours
 * @param {string} peerName
 * @param {number} peer
 */
export function row(what, unit, ours, peerName, peer) {
  return { what, unit, ours, peerName, peer, ratio: ours / peer }
}
