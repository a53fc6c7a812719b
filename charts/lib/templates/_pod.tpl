{{/* Nobody's rights: no root, no capability, no file system to write to but /tmp. */}}
{{- define "posthorn.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  {{- if include "posthorn.takesMail" . }}
  # Ports below 1024 without a capability.
  sysctls:
    - { name: net.ipv4.ip_unprivileged_port_start, value: "0" }
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "posthorn.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "posthorn.ports" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
{{- if $traits.http }}
- name: http
  containerPort: 8080
{{- end }}
{{- if include "posthorn.takesMail" . }}
{{- range $traits.smtp.ports }}
- name: {{ .name }}
  containerPort: {{ .port }}
{{- end }}
{{- end }}
- name: grpc
  containerPort: 50051
- name: metrics
  containerPort: 9090
{{- end }}

{{- define "posthorn.spread" -}}
{{- if .Values.topologySpreadConstraints }}
{{ toYaml .Values.topologySpreadConstraints }}
{{- else }}
- maxSkew: 1
  topologyKey: topology.kubernetes.io/zone
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "posthorn.selector" . | nindent 6 }}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "posthorn.selector" . | nindent 6 }}
{{- end }}
{{- end }}
