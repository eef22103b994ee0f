import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import type { TemplateStatus } from '@signalbox/model/entities/credentials-template'

export interface CredentialsTemplateTable {
  merchantId: number
  id: string
  title: string
  psp: string
  templateVersion: number
  status: TemplateStatus
  fields: CredentialField[]
  version: number
}
