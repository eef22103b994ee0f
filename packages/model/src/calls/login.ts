import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint } from '../field/endpoint.ts'
import { schemaOf } from '../field/schema-of.ts'
import type { LoginAnswer } from '../access/session.ts'
import { texts } from '../text/texts.ts'
import { expected } from '../text/expected.ts'

/**
 * The calls of the login page. They live under `/{product}`, beside the console API and not below it, because nobody
 * is signed in yet; each answers what comes next.
 */
const tag = 'Login'
const open = { tag, access: 'public', scope: 'none' } as const

const text = (most: number) =>
  z
    .string({ error: expected(texts.mustBeText) })
    .check(z.minLength(1, texts.required), z.maxLength(most, texts.tooLong))

/** Long enough for any passphrase; the bound only keeps hashing cheap. */
export const passwordInput = text(1024)
export const codeInput = text(20)

export const securityKeyResponse = named(
  'SecurityKeyResponse',
  z.object({
    id: text(1400),
    rawId: text(1400),
    type: z.literal('public-key'),
    response: z.record(z.string(), z.unknown()),
    clientExtensionResults: z.record(z.string(), z.unknown()),
    authenticatorAttachment: z.optional(z.nullable(z.string())),
  }),
)
/** What a browser's `navigator.credentials` answers, as JSON. Its content is checked against the challenge. */
export type SecurityKeyResponse = z.infer<typeof securityKeyResponse>

/** Options for `navigator.credentials`, as JSON; handed on to the browser as they are. */
export type SecurityKeyOptions = Record<string, unknown>
export const securityKeyOptions = z.record(z.string(), z.unknown())

export const securityKeyName = text(60)

export const authenticatorSetup = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.string(),
})
/** What an authenticator app needs; `qr` is a data address of an SVG picture of `uri`. */
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>

const loginAnswer = schemaOf<LoginAnswer>()(
  z.union([
    z.object({ status: z.literal('authenticated') }),
    z.object({ status: z.literal('totp'), alternatives: z.array(z.enum(['security-key', 'recovery-code'])) }),
    z.object({ status: z.literal('security-key'), alternatives: z.array(z.enum(['totp', 'recovery-code'])) }),
    z.object({
      status: z.literal('required-action'),
      action: z.enum(['RESET_PASSWORD', 'SECURITY_KEY', 'AUTHENTICATOR']),
    }),
  ]),
)

const enrolmentAnswer = z.object({
  recoveryCodes: z.optional(z.array(z.string())),
  next: loginAnswer,
})
/** Recovery codes come with the first second factor, are shown once and never again. */
export type EnrolmentAnswer = z.infer<typeof enrolmentAnswer>

const messageReply = z.object({ message: z.string() })
const codeBody = z.strictObject({ code: codeInput })

export const loginCalls = {
  password: endpoint('POST /login', {
    ...open,
    summary: 'Start signing in with name and password',
    body: z.strictObject({ username: text(64), password: passwordInput }),
    reply: loginAnswer,
  }),
  totp: endpoint('POST /login/totp', {
    ...open,
    summary: 'Second factor: a code of the authenticator app',
    body: codeBody,
    reply: loginAnswer,
  }),
  recoveryCode: endpoint('POST /login/recovery-code', {
    ...open,
    summary: 'Second factor: one of the recovery codes, each good for one use',
    body: codeBody,
    reply: loginAnswer,
  }),
  securityKeyOptions: endpoint('POST /login/security-key/options', {
    ...open,
    summary: 'A challenge for the security key',
    reply: securityKeyOptions,
  }),
  securityKey: endpoint('POST /login/security-key', {
    ...open,
    summary: 'Second factor: the answer of a security key',
    body: z.strictObject({ response: securityKeyResponse }),
    reply: loginAnswer,
  }),
  newPassword: endpoint('POST /login/required-action/password', {
    ...open,
    summary: 'Required action: choose a new password',
    body: z.strictObject({ password: passwordInput }),
    reply: loginAnswer,
  }),
  beginAuthenticator: endpoint('POST /login/required-action/authenticator/begin', {
    ...open,
    summary: 'Required action: a secret for the authenticator app',
    reply: authenticatorSetup,
  }),
  confirmAuthenticator: endpoint('POST /login/required-action/authenticator/confirm', {
    ...open,
    summary: 'Required action: a first code of the authenticator app',
    body: codeBody,
    reply: enrolmentAnswer,
  }),
  beginSecurityKey: endpoint('POST /login/required-action/security-key/begin', {
    ...open,
    summary: 'Required action: what a new security key must sign',
    reply: securityKeyOptions,
  }),
  confirmSecurityKey: endpoint('POST /login/required-action/security-key/confirm', {
    ...open,
    summary: 'Required action: the answer of the new security key',
    body: z.strictObject({ response: securityKeyResponse, name: securityKeyName }),
    reply: enrolmentAnswer,
  }),
  forgot: endpoint('POST /login/forgot', {
    ...open,
    summary: 'Ask for a link to choose a new password; the answer is the same for every name',
    body: z.strictObject({ username: text(254) }),
    reply: messageReply,
  }),
  reset: endpoint('POST /login/reset', {
    ...open,
    summary: 'Choose a password with the link from an email; signing in follows',
    body: z.strictObject({ token: text(200), password: passwordInput }),
    reply: messageReply,
  }),
}
