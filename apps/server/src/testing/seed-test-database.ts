import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { seedDemo } from '@signalbox/sandbox/demo/seed-demo'
import { cheapHasher } from '../people/identity/password-hasher.ts'
import { seedDefaults } from '../seed-defaults.ts'
import { seedDemoTemplates } from '../setup/template/seed-templates.ts'
import { userFormats } from '../people/userdata/read-model.ts'
import { createDatabase, createPool } from '../kit/database.ts'
import { secretBox } from '../kit/secret-box.ts'
import { testAppUrl } from '../kit/testing/test-logins.ts'
import { testMasterKey } from '../kit/testing/test-master-key.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { auditKey } from '../open-database.ts'

/** The demo platform as `npm start` seeds it, for the template that test platforms are copied from. */
export async function seedTestDatabase(url: string): Promise<void> {
  const db = createDatabase(createPool({ url: testAppUrl(url), max: 2 }))
  const deps: KitDeps = {
    db,
    now: () => new Date(),
    newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
    auditKey: auditKey(testMasterKey),
    log: pino({ level: 'silent' }),
    userFormats,
  }
  await seedDefaults(deps)
  await seedDemo(deps, seedDemoTemplates, secretBox(testMasterKey), cheapHasher)
  await db.destroy()
}
