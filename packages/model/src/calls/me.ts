import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint, idParams, intParam } from '../field/endpoint.ts'
import { communicationPreferences, user } from '../entities/user.ts'
import type { InputOf } from '../field/entity.ts'
import { inputSchema } from '../field/field-schema.ts'
import { oneOf } from '../field/one-of.ts'
import { schemaOf } from '../field/schema-of.ts'
import type { Metadata } from '../access/session.ts'
import {
  authenticatorSetup,
  codeInput,
  passwordInput,
  securityKeyName,
  securityKeyOptions,
  securityKeyResponse,
} from './login.ts'
import { expectedWhole } from '../text/expected.ts'

const own = { tag: 'Own account', access: 'signedIn', scope: 'none' } as const

const environment = z.enum(['production', 'staging', 'development'])
const merchantState = z.enum(['ONBOARDING', 'TEST', 'LIVE', 'SUSPENDED', 'CLOSED'])

const metadata = named(
  'Metadata',
  schemaOf<Metadata>()(
    z.object({
      version: z.string(),
      legacyVersion: z.string(),
      environment,
      product: z.string(),
      cashierUrl: z.optional(z.string()),
      serverTime: z.string(),
      liveSince: z.string(),
      user: z.object({
        id: z.string(),
        username: z.string(),
        displayName: z.string(),
        homeMerchantId: z.number(),
        authorities: z.array(z.string()),
        attributes: z.object({
          masterMerchant: z.boolean(),
          hasMasterMerchant: z.boolean(),
          analyticsUser: z.boolean(),
          internalUser: z.boolean(),
          experimentalUser: z.boolean(),
        }),
      }),
      enums: z.object({
        states: z.array(z.string()),
        statusCodes: z.array(
          z.object({ no: z.number(), name: z.string(), state: z.string(), text: z.string() }),
        ),
        locales: z.array(z.string()),
        psps: z.array(z.object({ psp: z.string(), name: z.string() })),
      }),
      session: z.object({ idleEndsAt: z.string(), absoluteEndsAt: z.string(), warnSeconds: z.number() }),
      merchants: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          parentId: z.nullable(z.number()),
          level: z.number(),
          state: merchantState,
        }),
      ),
      merchant: z.optional(
        z.object({
          id: z.number(),
          name: z.string(),
          baseCurrency: z.string(),
          currencies: z.array(z.string()),
          timeZone: z.string(),
          flags: z.object({ maskSensitiveData: z.boolean() }),
        }),
      ),
    }),
  ),
)

export const sessionCalls = {
  metadata: endpoint('GET /metadata', {
    ...own,
    tag: 'Session',
    summary: 'The signed-in user with their authorities and merchants; 401 returns the login address',
    reply: metadata,
  }),
  merchantMetadata: endpoint('GET /metadata/{merchantId}', {
    ...own,
    tag: 'Session',
    summary: 'The same, with the details of one merchant',
    params: z.object({ merchantId: intParam(0, 999_999_999) }),
    reply: metadata,
  }),
  extend: endpoint('POST /session/extend', {
    ...own,
    tag: 'Session',
    summary: 'Stay signed in: restart the idle timer',
    // It only does what every call does, so it leaves no trace of its own.
    effect: 'read',
    reply: z.object({
      idleEndsAt: z.string(),
      absoluteEndsAt: z.string(),
      warnSeconds: z.number(),
    }),
  }),
}

/** What people may change about themselves; name, address, roles and merchants belong to an administrator. */
export type ProfileInput = Pick<
  InputOf<typeof user>,
  'displayName' | 'phone' | 'jobTitle' | 'communicationPreferences'
>

const profile = named(
  'Profile',
  z.object({
    id: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    displayName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    jobTitle: z.nullable(z.string()),
    communicationPreferences: z.array(oneOf(communicationPreferences)),
    roles: z.array(z.string()),
    homeMerchantId: z.number(),
    merchants: z.array(z.number()),
    lastLogin: z.nullable(z.string()),
    version: z.number(),
  }),
)
export type Profile = z.infer<typeof profile>

export const securityKeySummary = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export const sessionSummary = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  ip: z.string(),
  userAgent: z.string(),
})

const overview = named(
  'SecurityOverview',
  z.object({
    passwordChangedAt: z.nullable(z.string()),
    /** Only demo logins: everybody else keeps at least one second factor. */
    secondFactorOptional: z.boolean(),
    authenticator: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
    securityKeys: z.array(securityKeySummary),
    recoveryCodesLeft: z.number(),
    sessions: z.array(sessionSummary),
    /** Factors and password can be changed without asking again until then; null when it is already over. */
    confirmedUntil: z.nullable(z.string()),
  }),
)
export type SecurityOverview = z.infer<typeof overview>

const factorAnswer = named(
  'RecoveryCodes',
  z.object({
    recoveryCodes: z.optional(z.array(z.string())),
  }),
)
/** Codes are shown once; absent when the person already has some. */
export type FactorAnswer = z.infer<typeof factorAnswer>

const done = named('Done', z.object({ done: z.literal(true) }))

const proofOfIdentity = z.strictObject({
  password: passwordInput,
  /** Of the authenticator app. */
  code: z.optional(codeInput),
  recoveryCode: z.optional(codeInput),
  /** Of a security key. */
  response: z.optional(securityKeyResponse),
})
/** The password, and for whoever has a second factor one answer of it. */
export type ProofOfIdentity = z.infer<typeof proofOfIdentity>

export const meCalls = {
  profile: endpoint('GET /me', { ...own, summary: 'Own profile', reply: profile }),
  saveProfile: endpoint('PUT /me', {
    ...own,
    summary: 'Change the own profile',
    body: z.strictObject({
      version: z.int({ error: expectedWhole }),
      displayName: z.optional(inputSchema(user.fields.displayName)),
      phone: z.optional(inputSchema(user.fields.phone)),
      jobTitle: z.optional(inputSchema(user.fields.jobTitle)),
      communicationPreferences: z.optional(inputSchema(user.fields.communicationPreferences)),
    }),
    reply: profile,
  }),
  security: endpoint('GET /me/security', {
    ...own,
    summary: 'Own password, second factors and sessions',
    reply: overview,
  }),
  stepUp: endpoint('POST /me/step-up', {
    ...own,
    confidential: true,
    summary: 'Confirm your identity with password and second factor; valid for five minutes',
    body: proofOfIdentity,
    reply: z.object({ confirmedUntil: z.string() }),
  }),
  stepUpChallenge: endpoint('POST /me/step-up/security-key', {
    ...own,
    summary: 'A challenge for the security key to confirm your identity',
    effect: 'read',
    reply: securityKeyOptions,
  }),
  changePassword: endpoint('POST /me/security/password', {
    ...own,
    confidential: true,
    summary: 'Change the own password; every other session ends',
    body: z.strictObject({ currentPassword: passwordInput, newPassword: passwordInput }),
    reply: done,
  }),
  beginAuthenticator: endpoint('POST /me/security/authenticator/begin', {
    ...own,
    summary: 'A secret for a new authenticator app',
    effect: 'read',
    reply: authenticatorSetup,
  }),
  confirmAuthenticator: endpoint('POST /me/security/authenticator/confirm', {
    ...own,
    confidential: true,
    summary: 'Activate the new authenticator with its first code; every other session ends',
    body: z.strictObject({ code: codeInput }),
    reply: factorAnswer,
  }),
  removeAuthenticator: endpoint('DELETE /me/security/authenticator', {
    ...own,
    summary: 'Remove the authenticator; every other session ends',
    reply: done,
  }),
  beginSecurityKey: endpoint('POST /me/security/security-key/begin', {
    ...own,
    summary: 'What a new security key must sign',
    effect: 'read',
    reply: securityKeyOptions,
  }),
  confirmSecurityKey: endpoint('POST /me/security/security-key/confirm', {
    ...own,
    confidential: true,
    summary: 'Activate the new security key; every other session ends',
    body: z.strictObject({ response: securityKeyResponse, name: securityKeyName }),
    reply: factorAnswer,
  }),
  removeSecurityKey: endpoint('DELETE /me/security/security-key/{id}', {
    ...own,
    summary: 'Remove a security key; every other session ends',
    params: idParams,
    reply: done,
  }),
  newRecoveryCodes: endpoint('POST /me/security/recovery-codes', {
    ...own,
    confidential: true,
    summary: 'Ten new recovery codes; the old ones stop working and every other session ends',
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  revokeSession: endpoint('DELETE /me/security/session/{id}', {
    ...own,
    summary: 'End one of the own sessions',
    params: idParams,
    reply: done,
  }),
  revokeOtherSessions: endpoint('DELETE /me/security/session', {
    ...own,
    summary: 'End every own session but this one',
    reply: done,
  }),
}
