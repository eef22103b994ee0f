/** The same in every test database: the report role's password, which all of them share, follows from it. */
export const testMasterKey = Buffer.alloc(32, 7)
