{{/* Collections and indexes of this service, before the new version's first pod: an upgrade whose indexes cannot be built stops here. */}}
{{- define "posthorn.indexes" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
{{- if $traits.models -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "posthorn.fullname" . }}-indexes
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "posthorn.jobLabels" . | nindent 4 }}
  annotations:
    # With servers for trying out there is nothing to connect to before the install.
    helm.sh/hook: {{ .Values.global.trial.mongodb | ternary "post-install,post-upgrade" "pre-install,pre-upgrade" }}
    helm.sh/hook-weight: "0"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 3
  activeDeadlineSeconds: {{ .Values.indexes.activeDeadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "posthorn.jobLabels" . | nindent 8 }}
    spec:
      restartPolicy: Never
      {{- include "posthorn.podSecurity" . | nindent 6 }}
      {{- with .Values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: indexes
          image: {{ include "posthorn.image" . }}
          imagePullPolicy: {{ include "posthorn.pullPolicy" . }}
          args: [services/indexes.ts]
          {{- include "posthorn.containerSecurity" . | nindent 10 }}
          env:
            {{- include "posthorn.environment" . | nindent 12 }}
          resources:
            requests: { cpu: 100m, memory: 192Mi }
            limits: { memory: 512Mi }
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- include "posthorn.filesMount" . | trim | nindent 12 }}
            {{- with .Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
        {{- include "posthorn.filesVolume" . | trim | nindent 8 }}
        {{- with .Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}
{{- end }}
