export { namedIn } from './named-people.ts'
export { peopleFor } from './people-store.ts'
export { staffMail, type StaffMail } from './staff-mail.ts'
