import * as z from 'zod/mini'
import { named } from '../named.ts'
import { endpoint, idParams, intParam, type Schema } from '../endpoint.ts'
import type { communicationPreferences } from '../entities/user.ts'
import { user } from '../entities/user.ts'
import type { InputOf } from '../entity.ts'
import { inputSchema } from '../field-schema.ts'
import type { Metadata } from '../session.ts'
import { texts } from '../texts.ts'
import {
  authenticatorSetup,
  codeInput,
  passwordInput,
  securityKeyName,
  securityKeyOptions,
  securityKeyResponse,
  type SecurityKeyResponse,
} from './login.ts'

const own = { tag: 'Own account', access: 'signedIn', scope: 'none' } as const

const environment = z.enum(['production', 'staging', 'development'])
const merchantState = z.enum(['ONBOARDING', 'TEST', 'LIVE', 'SUSPENDED', 'CLOSED'])

const metadata = named(
  'Metadata',
  z.object({
    version: z.string(),
    legacyVersion: z.string(),
    environment,
    product: z.string(),
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
) as unknown as Schema<Metadata>

export const sessionCalls = {
  metadata: endpoint('GET /metadata', {
    ...own,
    tag: 'Session',
    summary: 'Who is signed in, with which authorities and merchants; 401 names the login address',
    reply: metadata,
  }),
  merchantMetadata: endpoint('GET /metadata/{merchantId}', {
    ...own,
    tag: 'Session',
    summary: 'The same with what a screen must know about one merchant',
    params: z.object({ merchantId: intParam(0, 999_999_999) }) as unknown as Schema<{ merchantId: number }>,
    reply: metadata,
  }),
  extend: endpoint('POST /session/extend', {
    ...own,
    tag: 'Session',
    summary: 'Stay signed in: the idle time begins again',
    // It only does what every call does, so it leaves no trace of its own.
    effect: 'read',
    reply: z.object({
      idleEndsAt: z.string(),
      absoluteEndsAt: z.string(),
      warnSeconds: z.number(),
    }) as unknown as Schema<Metadata['session']>,
  }),
}

/** What people may change about themselves; name, address, roles and merchants belong to an administrator. */
export type ProfileInput = Pick<
  InputOf<typeof user>,
  'displayName' | 'phone' | 'jobTitle' | 'communicationPreferences'
>

export interface Profile {
  readonly id: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly displayName: string | null
  readonly phone: string | null
  readonly jobTitle: string | null
  readonly communicationPreferences: (keyof typeof communicationPreferences)[]
  readonly roles: string[]
  readonly homeMerchantId: number
  readonly merchants: number[]
  readonly lastLogin: string | null
  readonly version: number
}

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
    communicationPreferences: z.array(z.string()),
    roles: z.array(z.string()),
    homeMerchantId: z.number(),
    merchants: z.array(z.number()),
    lastLogin: z.nullable(z.string()),
    version: z.number(),
  }),
) as unknown as Schema<Profile>

interface SecurityKeySummary {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

interface SessionSummary {
  readonly id: string
  /** The session that asks. */
  readonly current: boolean
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly ip: string
  readonly userAgent: string
}

export interface SecurityOverview {
  readonly passwordChangedAt: string | null
  /** Only demo logins: everybody else keeps at least one second factor. */
  readonly secondFactorOptional: boolean
  readonly authenticator: { readonly createdAt: string; readonly lastUsedAt: string | null } | null
  readonly securityKeys: SecurityKeySummary[]
  readonly recoveryCodesLeft: number
  readonly sessions: SessionSummary[]
  /** Factors and password can be changed without asking again until then; null when it is already over. */
  readonly confirmedUntil: string | null
}

const overview = named(
  'SecurityOverview',
  z.object({
    passwordChangedAt: z.nullable(z.string()),
    secondFactorOptional: z.boolean(),
    authenticator: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
    securityKeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
    recoveryCodesLeft: z.number(),
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        createdAt: z.string(),
        lastSeenAt: z.string(),
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
    confirmedUntil: z.nullable(z.string()),
  }),
) as unknown as Schema<SecurityOverview>

/** Codes are shown once; absent when the person already has some. */
export interface FactorAnswer {
  readonly recoveryCodes?: string[]
}

const factorAnswer = named(
  'RecoveryCodes',
  z.object({
    recoveryCodes: z.optional(z.array(z.string())),
  }),
) as unknown as Schema<FactorAnswer>

const done = named('Done', z.object({ done: z.literal(true) })) as unknown as Schema<{ done: true }>

/** The password, and for whoever has a second factor one answer of it. */
export interface ProofOfIdentity {
  readonly password: string
  /** Of the authenticator app. */
  readonly code?: string
  readonly recoveryCode?: string
  /** Of a security key. */
  readonly response?: SecurityKeyResponse
}

export const meCalls = {
  profile: endpoint('GET /me', { ...own, summary: 'Own profile', reply: profile }),
  saveProfile: endpoint('PUT /me', {
    ...own,
    summary: 'Change the own profile',
    body: z.strictObject({
      version: z.int({ error: texts.required }),
      displayName: z.optional(inputSchema(user.fields.displayName)),
      phone: z.optional(inputSchema(user.fields.phone)),
      jobTitle: z.optional(inputSchema(user.fields.jobTitle)),
      communicationPreferences: z.optional(inputSchema(user.fields.communicationPreferences)),
    }) as unknown as Schema<ProfileInput & { version: number }>,
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
    summary: 'Prove with password and second factor that it is still the same person; good for five minutes',
    body: z.strictObject({
      password: passwordInput,
      code: z.optional(codeInput),
      recoveryCode: z.optional(codeInput),
      response: z.optional(securityKeyResponse as unknown as z.ZodMiniType),
    }) as unknown as Schema<ProofOfIdentity>,
    reply: z.object({ confirmedUntil: z.string() }) as unknown as Schema<{ confirmedUntil: string }>,
  }),
  stepUpChallenge: endpoint('POST /me/step-up/security-key', {
    ...own,
    summary: 'What a security key must sign to prove that it is still the same person',
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
    summary: 'Take the new authenticator into use with its first code; every other session ends',
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
    summary: 'Take the new security key into use; every other session ends',
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
    reply: z.object({ recoveryCodes: z.array(z.string()) }) as unknown as Schema<{ recoveryCodes: string[] }>,
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
