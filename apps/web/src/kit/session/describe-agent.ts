/** Browsers name each other in their texts, so the order matters: the more special name comes first. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** "Chrome on Windows": enough to recognise one's own machines. */
export function describeAgent(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  if (browser === undefined) return userAgent.split(/[ /]/, 1)[0] || 'Unknown program'
  return system === undefined ? browser : `${browser} on ${system}`
}

export const isHandheld = (userAgent: string): boolean => /iPhone|iPad|Android/.test(userAgent)
