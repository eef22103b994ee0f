import * as z from 'zod/mini'
import { importProfileSchema, settlementProfileCalls } from '@signalbox/model/calls/settlement'
import { settlementProfile } from '@signalbox/model/entities/settlement-profile'
import type { RecordOf } from '@signalbox/model/field/entity'
import {
  fileFields,
  genericProfile,
  genericProfileName,
  missingFields,
  type ImportProfile,
} from '@signalbox/model/settlements/import-profile'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import type { Scope } from '../../kit/scope.ts'
import { entityStore } from '../../kit/entity-store.ts'
import type { Tx } from '../../kit/database.ts'
import { pspSettings } from '../../setup/psp/read-model.ts'

type ProfileRecord = RecordOf<typeof settlementProfile>
type Values = Record<string, unknown>

const profileOf = (values: Values): unknown => ({
  separator: values.separator,
  decimalSign: values.decimalSign,
  dateFormat: values.dateFormat,
  columns: values.columns,
  splitColumns: values.splitColumns,
  typeWords: values.typeWords,
  unsignedAmounts: values.unsignedAmounts ?? false,
})

/** Refuses what no file could be read with. */
function checkProfile(values: Values): void {
  const parsed = z.safeParse(importProfileSchema, profileOf(values))
  if (!parsed.success)
    throw invalid(
      ...parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
        field: path.map(String).join('.'),
        code: 'INVALID',
        message,
      })),
    )
  const missing = missingFields(parsed.data as ImportProfile)
  if (missing.length === 0) return
  throw invalid({
    field: 'columns',
    code: 'REQUIRED',
    message: `Choose a column for: ${missing.map((name) => fileFields[name]).join(', ')}`,
  })
}

/** A PSP nobody knows would never match anything. */
export async function requirePsp(tx: Tx, psp: unknown): Promise<void> {
  if (!(await pspSettings(tx, String(psp))))
    throw invalid({ field: 'psp', code: 'UNKNOWN', message: 'Unknown PSP' })
}

const profiles = new Resource(settlementProfile, {
  beforeCreate: async ({ tx }, input) => {
    checkProfile(input)
    await requirePsp(tx, input.psp)
    return input
  },
  beforeUpdate: async ({ tx }, input, current) => {
    checkProfile({ ...current, ...input })
    if (input.psp !== undefined && input.psp !== current.psp) await requirePsp(tx, input.psp)
    return input
  },
})

const offered = new Set<string>(Object.values(settlementProfileCalls).map(({ key }) => key))

export const profileHandlers = (): Handler[] =>
  resourceHandlers(profiles).filter(({ endpoint }) => offered.has(endpoint.key))

export interface ChosenProfile {
  readonly name: string
  readonly bankAccount: string
  readonly reading: ImportProfile
}

const defaultBankAccount = 'main'

const chosen = (record: ProfileRecord): ChosenProfile => ({
  name: record.title,
  bankAccount: record.bankAccount ?? defaultBankAccount,
  reading: profileOf(record) as ImportProfile,
})

export const generic: ChosenProfile = {
  name: genericProfileName,
  bankAccount: defaultBankAccount,
  reading: genericProfile,
}

/** All profiles a merchant sees. */
export async function listProfiles(tx: Tx, scope: Scope): Promise<ProfileRecord[]> {
  const page = await entityStore(settlementProfile, tx, scope).list({ start: 0, limit: 1_000 })
  return page.items
}

/** The one that was asked for; otherwise the generic one. */
export async function chooseProfile(
  tx: Tx,
  scope: Scope,
  profileId: string | undefined,
): Promise<ChosenProfile> {
  if (profileId === undefined) return generic
  const found = await entityStore(settlementProfile, tx, scope).find(profileId)
  if (!found)
    throw new Refusal('INVALID', {
      fields: [{ field: 'profileId', code: 'UNKNOWN', message: 'Unknown profile' }],
    })
  return chosen(found)
}
