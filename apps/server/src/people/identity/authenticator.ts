import { generateSecret, generateURI, verify } from 'otplib'
import QRCode from 'qrcode'
import type { AuthenticatorSetup } from '@signalbox/model/calls/login'

/** One step to either side, for clocks that are a little off. */
const toleranceSeconds = 30

export const newAuthenticatorSecret = (): string => generateSecret()

export async function authenticatorSetup(
  secret: string,
  issuer: string,
  label: string,
): Promise<AuthenticatorSetup> {
  const uri = generateURI({ issuer, label, secret })
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The time step the code belongs to, or null when it is not right. Whether the step is used up is for the caller. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const token = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: toleranceSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
