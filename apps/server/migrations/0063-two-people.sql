-- Who put the signing key of a client in: whoever holds the other half can act as the client.
alter table api_client add column signing_key_by text;
update api_client set signing_key_by = updated_by where signing_key_public is not null;

-- The humans behind an approval, by every id and name: of an API client, whoever made it or holds its secret.
alter table approval add column people text[] not null default '{}';
update approval a set people = array[a.user_id, a.username] || coalesce((
  select array_remove(array[c.client_id, c.created_by, c.signing_key_by] || array(
      select s.created_by from api_client_secret s where s.merchant_id = c.merchant_id and s.api_client_id = c.id), null)
  from api_client c where c.id::text = a.user_id), '{}');
