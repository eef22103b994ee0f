export { namedIn } from './named-people.ts'
export { peopleFor, type Colleague } from './people-store.ts'
export { staffMail, type StaffMail } from './staff-mail.ts'
