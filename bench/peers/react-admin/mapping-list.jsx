import {
  BooleanField,
  BooleanInput,
  Datagrid,
  DateField,
  List,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin'
import { countries } from '../countries.js'

const filters = [
  <TextInput key="q" source="q" label="Search" alwaysOn />,
  <SelectInput key="country" source="country" choices={countries} />,
  <BooleanInput key="enabled" source="enabled" />,
]

export function MappingList() {
  return (
    <List filters={filters} perPage={100}>
      <Datagrid rowClick="edit">
        <TextField source="title" />
        <BooleanField source="enabled" />
        <TextField source="bic" />
        <TextField source="country" />
        <TextField source="bankName" />
        <DateField source="updatedAt" showTime />
      </Datagrid>
    </List>
  )
}
