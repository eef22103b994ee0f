import { appLogin, jobsLogin, reportLogin } from '../database-roles.ts'
import { withLogin } from '../login-url.ts'
import { testMasterKey } from './test-master-key.ts'

/** The database of an owner's address by the logins that every test database shares. */
export const testAppUrl = (ownerUrl: string): string => withLogin(ownerUrl, appLogin(testMasterKey))
export const testQueueUrl = (ownerUrl: string): string => withLogin(ownerUrl, jobsLogin(testMasterKey))
export const testReportUrl = (ownerUrl: string): string => withLogin(ownerUrl, reportLogin(testMasterKey))
