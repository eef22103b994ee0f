export { namedIn } from './named-people.ts'
export { peopleFor } from './people-store.ts'
export { readersAt } from './staff-mail-store.ts'
export { staffMail, type StaffMail } from './staff-mail.ts'
