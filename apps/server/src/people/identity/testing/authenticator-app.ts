import { generate } from 'otplib'

/** What the app on somebody's phone shows at an instant. */
export const codeAt = (secret: string, now: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
