import { BooleanInput, Create, Edit, required, SelectInput, SimpleForm, TextInput } from 'react-admin'
import { countries } from '../countries.js'

const fields = (
  <SimpleForm>
    <TextInput source="title" validate={required()} />
    <BooleanInput source="enabled" />
    <TextInput source="bic" />
    <SelectInput source="country" choices={countries} />
    <TextInput source="bankName" />
  </SimpleForm>
)

export function MappingCreate() {
  return <Create redirect="list">{fields}</Create>
}

export function MappingEdit() {
  return <Edit>{fields}</Edit>
}
