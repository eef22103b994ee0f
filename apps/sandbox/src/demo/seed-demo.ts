import { argon2Hasher, type PasswordHasher } from '@signalbox/server/people/identity/password-hasher'
import { saveCredential } from '@signalbox/server/people/identity/account-store'
import { systemActor } from '@signalbox/server/kit/audit'
import { keepVersion } from '@signalbox/server/kit/history-store'
import type { SecretBox } from '@signalbox/server/kit/secret-box'
import { sqlState } from '@signalbox/server/kit/transaction'
import { perform, type KitDeps, type UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import {
  demoBankMappings,
  demoColleagues,
  demoLogins,
  demoMerchants,
  demoPassword,
  demoPresets,
  type DemoColleague,
  type DemoLogin,
} from './demo-platform.ts'
import {
  insertBankMapping,
  insertGrants,
  insertMerchant,
  insertPreset,
  insertUser,
  merchantExists,
} from './demo-store.ts'
import { demoRulesets } from './rules/index.ts'
import { seedApiClients } from './seed-api-clients.ts'
import { seedReference } from './seed-reference.ts'
import { seedKyc } from './setup/seed-kyc.ts'
import { seedGdpr } from './setup/seed-gdpr.ts'
import { seedDashboards } from './setup/seed-dashboards.ts'
import { seedMaintenance } from './setup/seed-maintenance.ts'
import { seedOnboardings } from './setup/seed-onboardings.ts'
import { seedReleaseNotes } from './setup/seed-release-notes.ts'
import { seedSetup } from './setup/seed-setup.ts'
import { seedRules } from './seed-rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Fills an empty platform, once, in one transaction: a start that is killed half-way begins again from nothing. */
export async function seedDemo(
  deps: KitDeps,
  seedTemplates: (unit: UnitOfWork) => Promise<void>,
  box: SecretBox,
  hasher: Pick<PasswordHasher, 'hash'> = argon2Hasher,
): Promise<boolean> {
  if (await merchantExists(deps.db, demoMerchants[0].id)) return false
  // Hashing is slow on purpose; one hash serves all, since the password is public anyway.
  const passwordHash = await hasher.hash(demoPassword)
  const seed = async (unit: UnitOfWork): Promise<void> => {
    await insertMerchants(unit)
    for (const login of demoLogins) await insertLogin(unit, login, passwordHash)
    for (const colleague of demoColleagues) await insertPerson(unit, colleague, colleague.state)
    await insertBankMappings(unit)
    await insertPresets(unit)
    await seedTemplates(unit)
    await seedSetup(unit, box)
    await seedRules(unit)
    await seedMaintenance(unit, { id: systemActor.id, username: systemActor.name })
    await seedApiClients(unit, hasher)
    await seedGdpr(unit, deps.auditKey)
    await seedKyc(unit)
    await seedReference(unit)
    await seedReleaseNotes(unit)
    await seedOnboardings(unit)
    await seedDashboards(unit)
    unit.audit({
      merchantId: 1000,
      entityType: 'platform',
      entityId: 'demo',
      entityLabel: 'Demo platform',
      changeType: 'CREATE',
      action: 'SEED_DEMO',
      after: {
        merchants: demoMerchants.length,
        users: demoLogins.length + demoColleagues.length,
        rulesets: demoRulesets.length,
      },
    })
  }
  try {
    await perform(deps, systemActor, seed)
    return true
  } catch (error) {
    // Another node was faster; it has seeded the same platform.
    if (sqlState(error) === '23505') return false
    throw error
  }
}

const stamps = (unit: UnitOfWork) => ({ createdAt: unit.now, updatedAt: unit.now, updatedBy: 'system' })

async function insertMerchants(unit: UnitOfWork): Promise<void> {
  const paths = new Map<number, string>([[1000, '/1000/']])
  for (const merchant of demoMerchants) {
    const path = `${paths.get(merchant.parentId) ?? '/'}${merchant.id}/`
    paths.set(merchant.id, path)
    await insertMerchant(unit.tx, {
      ...merchant,
      currencies: [...merchant.currencies],
      path,
      level: path.split('/').length - 3,
      state: 'LIVE',
      mcc: '7995',
      descriptor: merchant.name.toUpperCase().slice(0, 22),
      supportEmail: `support@${new URL(merchant.website).host}`,
      ...stamps(unit),
    })
  }
}

async function insertPerson(
  unit: UnitOfWork,
  person: DemoLogin & Partial<DemoColleague>,
  state: string,
): Promise<string> {
  const { username, firstName, lastName, jobTitle, roles, merchantId = 1000, lastLoginDaysAgo } = person
  const id = unit.newId()
  const lastLogin =
    typeof lastLoginDaysAgo === 'number' ? new Date(unit.now.getTime() - lastLoginDaysAgo * dayMs) : null
  await insertUser(unit.tx, {
    merchantId,
    id,
    username,
    firstName,
    lastName,
    jobTitle,
    displayName: null,
    email: `${username}@northlight.example`,
    phone: null,
    roles: [...roles],
    merchants: username === 'brand2' ? [merchantId] : [],
    state,
    requiredActions: state === 'INVITED' ? ['AUTHENTICATOR', 'RESET_PASSWORD'] : [],
    disabledReason: state === 'DISABLED' ? 'Left the company' : null,
    lastLogin,
    lastLoginIp: null,
    ...stamps(unit),
  })
  await insertGrants(unit.tx, grantsOf(unit, person, { merchantId, userId: id }, lastLogin))
  return id
}

/** People got their roles over the last year, and use the first of them. */
function grantsOf(
  unit: UnitOfWork,
  { username, roles }: DemoLogin,
  owner: { merchantId: number; userId: string },
  lastUsedAt: Date | null,
) {
  return roles.map((role, index) => {
    const daysAgo = 20 + ((username.length * 53 + index * 71) % 340)
    const grantedAt = new Date(unit.now.getTime() - daysAgo * dayMs)
    const used = index === 0 && lastUsedAt !== null && lastUsedAt > grantedAt
    const grantedBy = username === 'admin' ? 'system' : 'admin'
    return { ...owner, role, grantedAt, grantedBy, lastUsedAt: used ? lastUsedAt : null }
  })
}

async function insertLogin(unit: UnitOfWork, login: DemoLogin, passwordHash: string): Promise<void> {
  const userId = await insertPerson(unit, login, 'ACTIVE')
  const owner = { merchantId: login.merchantId ?? 1000, userId }
  await saveCredential(unit.tx, owner, { passwordHash, demo: true }, unit.now)
}

async function insertBankMappings(unit: UnitOfWork): Promise<void> {
  const positions = new Map<number, number>()
  for (const [merchantId, values] of demoBankMappings) {
    const position = (positions.get(merchantId) ?? 0) + 1
    positions.set(merchantId, position)
    const id = unit.newId()
    const record = await insertBankMapping(unit.tx, { merchantId, id, position, ...values, ...stamps(unit) })
    await keepFirstVersion(unit, 'bank-mapping', merchantId, id, record)
  }
}

async function insertPresets(unit: UnitOfWork): Promise<void> {
  for (const preset of demoPresets) {
    const [merchantId, id] = [1000, unit.newId()]
    const record = await insertPreset(unit.tx, {
      merchantId,
      id,
      ...preset,
      roles: [...preset.roles],
      requiredActions: ['AUTHENTICATOR'],
      ...stamps(unit),
    })
    await keepFirstVersion(unit, 'role-preset', merchantId, id, record)
  }
}

const keepFirstVersion = (
  unit: UnitOfWork,
  entity: string,
  merchantId: number,
  recordId: string,
  record: unknown,
): Promise<void> =>
  keepVersion(
    unit.tx,
    { merchantId, entity, recordId, version: 1, changeType: 'CREATE', by: 'system', note: 'Demo', record },
    unit.now,
  )
