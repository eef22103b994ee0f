import { wordedStatusMap } from '../worded-status-map.ts'

export const coinsimStatusMap = wordedStatusMap
