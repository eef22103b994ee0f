export const version = '2.43.0'
export const legacyVersion = '1.0.233'
