alter table favorites validate constraint favorites_status;
