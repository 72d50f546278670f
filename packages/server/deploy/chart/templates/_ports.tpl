{{/* The ports of the addresses that the servers reach, each once, as a list in JSON. */}}
{{- define "ports" -}}
{{- $ports := list -}}
{{- range .Values.networkPolicy.ports }}{{ $ports = append $ports (int .) }}{{ end -}}
{{- $addresses := list .Values.database -}}
{{- range .Values.spaces -}}
{{- $addresses = concat $addresses (.nodes | default list) -}}
{{- if .url }}{{ $addresses = append $addresses .url }}{{ end -}}
{{- with (.credentials | default dict).tokenUrl }}{{ $addresses = append $addresses . }}{{ end -}}
{{- end -}}
{{- with .Values.settings.OIDC_ISSUER }}{{ $addresses = append $addresses . }}{{ end -}}
{{- with .Values.settings.OIDC_SIGN_IN_ISSUER }}{{ $addresses = append $addresses . }}{{ end -}}
{{- range $addresses -}}
{{- $url := urlParse . -}}
{{- $usual := dict "http" 80 "https" 443 "postgres" 5432 "postgresql" 5432 -}}
{{- $given := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- if $given }}{{ $ports = append $ports (int $given) }}{{ else }}{{ $ports = append $ports (get $usual $url.scheme) }}{{ end -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end }}
