-- A demo platform has one administrator, who would have nobody to confirm what is granted above the merchant that shows two
-- people. Other platforms ask there from now on.
update config set document = document || '{"fourEyes.grantsAbove": false}'
where type = 'PlatformConfig' and document ? 'fourEyes.grants' and exists (select 1 from user_credential where demo);
