const ppmPerPercent = 10_000

/** `1.25 %` for 12500 parts per million. */
export const percentText = (ppm: number): string => `${ppm / ppmPerPercent} %`

export const percentOf = (ppm: number): number => ppm / ppmPerPercent

/** Whole parts per million, whatever was typed. */
export const ppmOf = (percent: number): number => Math.round(percent * ppmPerPercent)
